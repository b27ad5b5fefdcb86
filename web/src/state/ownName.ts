// The name under which the user plays other people, as requests take it.
import { prefs } from "./prefs";

export function ownName(): { name?: string } {
  const name = prefs.value.name.trim();
  return name ? { name } : {};
}
