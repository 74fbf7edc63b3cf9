const BYTES = 16;

/** A new id of an event: 128 random bits, as 32 hexadecimal digits. */
export function newId(): string {
  const bytes = new Uint8Array(BYTES);
  random().getRandomValues(bytes);
  let id = "";
  for (const byte of bytes) {
    id += byte.toString(16).padStart(2, "0");
  }
  return id;
}

function random(): Crypto {
  if (globalThis.crypto === undefined) {
    throw new Error(
      "This runtime has no globalThis.crypto. On Node 18 set it first: " +
        'globalThis.crypto = (await import("node:crypto")).webcrypto',
    );
  }
  return globalThis.crypto;
}
