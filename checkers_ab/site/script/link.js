// The link: the whole state of the page after the #, packed. What was cut short or changed does not unpack.

const LONGEST_LINK = 60_000; // characters
const MOST_PACKED = 4_000_000; // bytes of a state

export class LinkError extends Error {}

async function through(blob, stream) {
  const reader = blob.stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_PACKED) throw new LinkError("too much");
    chunks.push(part.value);
  }
  return new Blob(chunks);
}

/** The state as the last part of an address; empty if it is too long for one. */
export async function packState(state) {
  const packed = await through(new Blob([JSON.stringify(state)]), new CompressionStream("deflate"));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = `#s=${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return link.length > LONGEST_LINK ? "" : link;
}

/** The state that a link holds; throws LinkError if it was cut short. */
export async function unpackState(link) {
  try {
    const letters = /^#s=([\w-]+)$/.exec(link)[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const state = JSON.parse(await (await through(new Blob([bytes]), new DecompressionStream("deflate"))).text());
    if (typeof state !== "object" || !state) throw new LinkError("no state");
    return state;
  } catch {
    throw new LinkError("This link was cut short or changed on its way, so what it held can't be shown. Ask for it again, or begin anew below.");
  }
}
