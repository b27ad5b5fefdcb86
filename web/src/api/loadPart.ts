// Parts of the page that the browser loads with their first use.
import { UnreachableError } from "./server";

/** Remembers that the page was loaded again for the sake of a part. */
const STORAGE_KEY = "duiyi.reloaded";

/**
 * Loads a part. After an update of the server its file has another name, which only the new page knows: then loads the page
 * again, once. Throws an `UnreachableError` if that does not help.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    const part = await load();
    sessionStorage.removeItem(STORAGE_KEY);
    return part;
  } catch (error) {
    const isReachable = (await fetch("/").catch(() => null))?.ok;
    if (!isReachable || sessionStorage.getItem(STORAGE_KEY)) throw new UnreachableError(String(error));
    sessionStorage.setItem(STORAGE_KEY, "yes");
    location.reload();
    return new Promise(() => {});
  }
}
