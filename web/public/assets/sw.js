// The service worker: keeps the page for when there is no network. The page always comes from the network if there is one, so
// it is never old. Its assets have names that change with their content. Requests to the API are not touched.
const SHELL = "duiyi-shell";
const PAGE = "/";

const assetsOf = async (page) => (await page.clone().text()).match(/\/assets\/[^"]+/g) ?? [];

/** Stores the page. If it is of another build than before, forgets the assets that it does not name. */
async function keep(page) {
  const cache = await caches.open(SHELL);
  const before = await cache.match(PAGE);
  const named = await assetsOf(page);
  await cache.put(PAGE, page);
  // The parts that the page loads later belong to the build, and the page does not name them.
  if (before && String(await assetsOf(before)) === String(named)) return named;
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== PAGE && !named.includes(pathname)) await cache.delete(request);
  }
  return named;
}

async function fetchPage(request, isHome) {
  try {
    const page = await fetch(request);
    if (isHome && page.ok) await keep(page.clone());
    return page;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function fetchAsset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const asset = await fetch(request);
  if (asset.ok) await (await caches.open(SHELL)).put(request, asset.clone());
  return asset;
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const keepAll = async () => (await caches.open(SHELL)).addAll(await keep(await fetch(PAGE)));
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const isHome = pathname === PAGE;
  if (request.mode === "navigate" && (isHome || /^\/[gp]\//.test(pathname)))
    event.respondWith(fetchPage(request, isHome));
  // The names without a hash do not change with the content.
  else if (/^\/assets\/.+-[\w-]{8}\.\w+$/.test(pathname)) event.respondWith(fetchAsset(request));
});

// A page asks for a notification, so that a click on it leads back to this page.
self.addEventListener("message", (event) => {
  const { title, hash, ...options } = event.data;
  const data = { page: event.source.id, hash };
  event.waitUntil(self.registration.showNotification(title, { ...options, data }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { page: id, hash } = event.notification.data;
  const show = async () => {
    const page = await self.clients.get(id);
    if (!page) return self.clients.openWindow(PAGE + hash);
    // The page may show something else by now.
    page.postMessage({ hash });
    return page.focus();
  };
  event.waitUntil(show());
});
