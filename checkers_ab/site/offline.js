// The service worker: once the page is loaded, it works without a network. Only files of this site are kept.
// A line above, put there when the site is made, has the name of its store and the files to keep at once.

const { cache, shell } = site;
const prefix = `${new URL(self.registration.scope).pathname} `;
const name = prefix + cache;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const fresh = shell.map((url) => new Request(url, { cache: "reload" })); // not what the browser has of an earlier site
  event.waitUntil(caches.open(name).then((kept) => kept.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((old) => old.startsWith(prefix) && old !== name).map((old) => caches.delete(old)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(name).then((found) => found.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found || fetch(event.request)));
});
