/** A request other than to record: what is asked, and how its answer is read. */
export interface Call<T> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: string;
  readonly read: (json: unknown) => T;
  /** What it would do, in the words of an error. What only reads has none. */
  readonly change?: string;
  /** Whether a change may be sent again after an attempt of unknown outcome. */
  readonly repeatable?: boolean;
  /** How long its answer may take at least, in milliseconds. */
  readonly leastTimeoutMs?: number;
}

export function get<T>(path: string, read: (json: unknown) => T): Call<T> {
  return { method: "GET", path, read };
}

export function post<T>(path: string, body: string, read: (json: unknown) => T): Call<T> {
  return { method: "POST", path, body, read };
}
