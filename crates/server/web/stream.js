// Server-sent events, read by hand: a refusal can be read, and nothing reconnects behind our back.

import { aborted, refusal, Unreachable } from "./api.js";

/**
 * Follows a stream to its end. Each event is given to `on` as its name and its data.
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(event: string, data: any) => void} on
 */
export async function follow(path, signal, on) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { signal, cache: "no-store", headers: { Accept: "text/event-stream" } });
  } catch (error) {
    throw aborted(error) ? error : new Unreachable();
  }
  if (!response.ok) throw await refusal(response);
  if (!response.body) throw new Unreachable();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw aborted(error) ? error : new Unreachable();
    }
    if (part.done) return;
    rest += part.value.replaceAll("\r", "");
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parse(block);
      if (event) on(event.name, event.data);
    }
  }
}

/** One event of a stream; a comment that keeps the line alive is none. @param {string} block */
function parse(block) {
  let name = "message";
  /** @type {string[]} */
  const data = [];
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at <= 0) continue;
    const text = line.slice(at + 1).replace(/^ /, "");
    if (line.slice(0, at) === "event") name = text;
    if (line.slice(0, at) === "data") data.push(text);
  }
  return data.length > 0 ? { name, data: JSON.parse(data.join("\n")) } : null;
}
