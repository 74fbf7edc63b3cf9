/**
 * The course of a count: at the beginning of each window, and by second for as long as it has been followed here, up to
 * now. The last point is the count itself; the others are it without what the windows since have counted.
 *
 * Points are `{time (in seconds), value (BigInt, or null where it is not known)}`, in order.
 */
export function curveOf({ counter, windows }, now, span) {
  if (counter.count === null) {
    return [];
  }
  const second = Math.floor(now / 1_000);
  const from = (now - span) / 1_000;
  const live = counter.series
    .points(second, Math.min(300, Math.ceil(span / 1_000)))
    .filter((point) => point.second >= counter.series.firstSecond)
    .map((point) => ({ time: point.second, value: point.count }));
  const past = [];
  let value = counter.count;
  for (const window of windows.slice().reverse()) {
    value -= window.count;
    past.unshift({ time: window.start / 1_000, value });
  }
  const isShort = span <= 300_000;
  const begun = isShort && live.length > 0 ? live[0].time : Infinity;
  return [
    ...past.filter(({ time }) => time < begun && (time >= from || !isShort)),
    ...(isShort || windows.length === 0 ? live : []),
    { time: now / 1_000, value: counter.count },
  ].filter(({ time }, i, all) => i === 0 || time > all[i - 1].time);
}
