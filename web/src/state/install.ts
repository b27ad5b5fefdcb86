// Registers the service worker, which keeps the page for when there is no network.
import { embeddedId } from "../panels/Embed";

// The development server has none. It needs a secure context, and may be switched off.
if (import.meta.env.PROD && "serviceWorker" in navigator && !embeddedId()) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/assets/sw.js", { scope: "/" }).catch(() => {});
  });
}
