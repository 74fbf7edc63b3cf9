export { QuipuClient } from "./client.js";
export type {
  AddOptions,
  Breakdown,
  CounterName,
  GetOptions,
  IncrementOptions,
  NamespaceOptions,
  SeriesOptions,
  SeriesPageOptions,
  SketchOptions,
  SketchTotalOptions,
  SketchWindowsOptions,
  StateOptions,
  TopOptions,
  TotalOptions,
  TotalSeriesOptions,
  WindowSeriesOptions,
  WindowsOptions,
} from "./parameters.js";
export type { Count, Granularity, Labels, RankedCounter, Ranking, Series, SeriesPage, Sum, Total } from "./counts.js";
export type { TotalSeries, Window, WindowSeries } from "./counts.js";
export type { Estimate, Sketch, SketchParts, SketchRange, SketchTotal, SketchWindow } from "./sketches.js";
export { QuipuError, type ErrorCode, type Problem } from "./errors.js";
export type { EventRef, Incremented, Recordable, SketchValue, Statement } from "./events.js";
export type { CountListener, Live, LiveOptions } from "./live/live.js";
export type { WebSocketConstructor, WebSocketLike } from "./live/socket.js";
export type { Options, Token } from "./options.js";
