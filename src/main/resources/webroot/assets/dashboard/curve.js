/**
 * The course of a count: at the beginning of each window, and by second for as long as it has been followed here, up to now
 * or to the end of a period that is over. The last point is the count itself; the others are what it was
 * when windows were read (`count`), without what the windows since had counted.
 *
 * `from` and `to` are in milliseconds; `live` is whether seconds are shown rather than windows. `end` is the count at the end
 * of a period that is over, null of one that is not. Points are `{time (in seconds), value (BigInt, or null where it is not
 * known)}`, in order.
 */
export function curveOf({ counter, windows, count, end }, now, { from, to, live }) {
  if (counter.count === null || (to <= now && end === null)) {
    return [];
  }
  const last = to <= now ? { time: to / 1_000, value: end } : { time: now / 1_000, value: counter.count };
  const past = [];
  let value = end ?? count;
  for (const window of windows.slice().reverse()) {
    value -= window.count;
    past.unshift({ time: window.start / 1_000, value });
  }
  const seconds = live || (windows.length === 0 && to > now) ? secondsOf(counter.series, now, from) : [];
  const begun = live && seconds.length > 0 ? seconds[0].time : Infinity;
  return [...past.filter(({ time }) => time < begun && (time >= from / 1_000 || !live)), ...seconds, last].filter(
    ({ time }, i, all) => i === 0 || time > all[i - 1].time,
  );
}

function secondsOf(series, now, from) {
  return series
    .points(Math.floor(now / 1_000), Math.min(300, Math.ceil((now - from) / 1_000)))
    .filter((point) => point.second >= series.firstSecond)
    .map((point) => ({ time: point.second, value: point.count }));
}
