import type { Transport } from "./transport.ts";

/** Questions to the server that the page comes from. */
export const http: Transport = {
  async ask(path, signal, body) {
    const request: RequestInit = { headers: { accept: "application/json" } };
    if (signal) request.signal = signal;
    if (body !== undefined) {
      request.method = "POST";
      request.headers = { ...request.headers, "content-type": "application/json" };
      request.body = JSON.stringify(body);
    }
    // Relative, so that the page also works below another path than "/".
    const response = await fetch(path.slice(1), request);
    return { status: response.status, answer: await response.json() };
  },
};
