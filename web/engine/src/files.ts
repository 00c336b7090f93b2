/** Files that the engine reads, by their addresses. */

/** The address of a file, or its name and its content. */
export type StoredFile = URL | NamedBytes;

export interface NamedBytes {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Node's part that reads files, where this is Node: its `fetch` reads none. */
interface Host {
  process?: {
    getBuiltinModule?(name: "node:fs/promises"): { readFile(file: URL): Promise<Uint8Array<ArrayBuffer>> } | undefined;
  };
}

export async function contents(file: StoredFile): Promise<NamedBytes> {
  if (!(file instanceof URL)) return file;
  const name = decodeURIComponent(file.pathname.split("/").at(-1) ?? "");
  const disk = file.protocol === "file:" && (globalThis as Host).process?.getBuiltinModule?.("node:fs/promises");
  return { name, bytes: disk ? await disk.readFile(file) : await loaded(file) };
}

async function loaded(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
