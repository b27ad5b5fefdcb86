// Sends the requests of the reference's forms and shows the responses.
const credentials = document.querySelector(".credentials");

function requestOf(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const field of form.querySelectorAll("input")) {
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value !== "") query.set(field.name, field.value);
  }
  const headers = new Headers({ Accept: "application/json, */*" });
  const { token, key } = Object.fromEntries(new FormData(credentials));
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (key) headers.set("X-API-Key", key);
  const body = form.elements.body?.value ?? null;
  if (body !== null) headers.set("Content-Type", "application/json");
  const url = query.size > 0 ? `${path}?${query}` : path;
  return [url, { method: form.dataset.method, headers, body }];
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A new game's id and token are what the next requests need. */
function fillIn(text) {
  try {
    const { id, seats } = JSON.parse(text);
    if (typeof id === "string") for (const field of document.querySelectorAll("[data-fill=id]")) field.value ||= id;
    const [token] = seats && typeof seats === "object" ? Object.values(seats) : [];
    if (token) credentials.elements.token.value ||= token;
  } catch {
    // The response is not JSON.
  }
}

for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.textContent = "Sending …";
    try {
      const response = await fetch(...requestOf(form));
      const text = await response.text();
      const status = document.createElement("strong");
      status.textContent = `${response.status} ${response.statusText}`;
      const body = document.createElement("pre");
      body.tabIndex = 0;
      body.textContent = pretty(text);
      output.replaceChildren(status, body);
      fillIn(text);
    } catch (error) {
      output.textContent = `The server cannot be reached: ${error.message}`;
    }
  });
}
