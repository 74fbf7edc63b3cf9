export { QuipuClient } from "./client.js";
export type {
  AddOptions,
  Breakdown,
  CounterName,
  NamespaceOptions,
  SeriesOptions,
  TopOptions,
  TotalOptions,
  TotalSeriesOptions,
  WindowSeriesOptions,
  WindowsOptions,
} from "./client.js";
export type { Count, Granularity, Labels, RankedCounter, Ranking, Series, Sum, Total } from "./counts.js";
export type { TotalSeries, Window, WindowSeries } from "./counts.js";
export type { Estimate, Sketch, SketchRange, SketchTotal, SketchWindow } from "./sketches.js";
export { QuipuError, type ErrorCode, type EventRef, type Problem } from "./errors.js";
export type { CountListener, Live, LiveOptions } from "./live/live.js";
export type { WebSocketConstructor, WebSocketLike } from "./live/socket.js";
export type { Options, Token } from "./options.js";
