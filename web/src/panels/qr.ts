// A chunk of its own, which the browser loads with the first QR code.
export { encode } from "uqr";
