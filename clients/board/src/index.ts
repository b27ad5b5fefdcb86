import { DuiyiBoard } from "./element";

if (!customElements.get("duiyi-board")) customElements.define("duiyi-board", DuiyiBoard);

export { DuiyiBoard };
