// The courses: a part of its own, which the browser loads with the first use.
export { isReady } from "./texts";
export { CourseBoard as Board } from "./CourseBoard";
export { CoursePanel as Panel } from "./CoursePanel";
