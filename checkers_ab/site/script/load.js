// Loading the judge: its files with their progress, kept by the browser so that they are loaded once.

import { byId } from "./elements.js";

export const site = () => JSON.parse(byId("site").textContent);

export class LoadError extends Error {}

/** The browser's store for this version of the site; null where there is none, as on a page without https. */
async function openStore(name) {
  if (!window.isSecureContext || !window.caches) return null;
  try {
    return await window.caches.open(new URL(".", location.href).pathname + " " + name);
  } catch {
    return null;
  }
}

async function fetched(store, url) {
  const known = store && (await store.match(url));
  if (known) return known;
  let response = null;
  try {
    response = await fetch(url, { cache: "no-cache" }); // its name may be that of an earlier version
  } catch {
    throw new LoadError(`${url} can't be loaded: there is no connection, or the server refuses it.`);
  }
  if (!response.ok) throw new LoadError(`${url} can't be loaded: the server answers ${response.status}.`);
  if (store) store.put(url, response.clone()).catch(() => {}); // full: it is loaded again next time
  return response;
}

/** The body of a response, with the bytes counted as they come, unpacked if it is a gzip file. */
async function unpackedBody(response, count) {
  const chunks = [];
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    count(part.value.length);
  }
  const body = new Blob(chunks);
  const [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return body;
  return new Response(body.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

/** All files of the judge as blobs by their names; each has one address or several, of which the first that is there counts. */
export async function loadFiles({ cache, files }, progress) {
  const store = await openStore(cache);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  const count = (bytes) => {
    loaded += bytes;
    progress(Math.min(1, loaded / total), loaded);
  };
  const load = async ({ name, url, instead }) => {
    try {
      return [name, await unpackedBody(await fetched(store, url), count)];
    } catch (error) {
      if (!instead) throw error;
      return [instead.name, await unpackedBody(await fetched(store, instead.url), count)];
    }
  };
  return Object.fromEntries(await Promise.all(files.map(load)));
}
