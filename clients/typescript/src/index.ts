export { QuipuClient } from "./client.js";
export type { Deletion, Recount, Reset } from "./admin/changes.js";
export type { CreatedKey, Key, KeySettings } from "./admin/keys.js";
export type { Deletions, Kind, Namespace, NamespaceEntry, NamespaceSettings } from "./admin/namespaces.js";
export type { ListOptions, Page, Pages } from "./admin/pages.js";
export type {
  AddOptions,
  AllSeriesOptions,
  Breakdown,
  CounterName,
  CountersOptions,
  GetOptions,
  IncrementOptions,
  LiveSeriesOptions,
  NamespaceOptions,
  NamespacesOptions,
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
export type { Count, CounterSeries, Granularity, Labels, RankedCounter, Ranking, Series, SeriesPage } from "./counts.js";
export type { Sum, Total, TotalSeries, Window, WindowSeries } from "./counts.js";
export type { CounterSketch, Estimate, Sketch, SketchParts, SketchRange } from "./sketches.js";
export type { SketchTotal, SketchWindow } from "./sketches.js";
export type { QueryOptions, QueryRange, QueryResult, Question, RangeName } from "./queries.js";
export { QuipuError, type ErrorCode, type Problem } from "./errors.js";
export type { EventRef, Incremented, Recordable, SketchValue, Statement } from "./events.js";
export type { CountListener, Live, LiveOptions, SeriesListener, SketchListener } from "./live/live.js";
export type { WebSocketConstructor, WebSocketLike } from "./live/socket.js";
export type { Options, Token } from "./options.js";
export type { Retry, RetryListener } from "./retry.js";
