package io.quipu.client;

import java.util.List;

/**
 * One page of the series of a counter, in the order of their labels.
 *
 * @param series its series
 * @param next what the next page comes after; null of the last one
 */
public record SeriesPage(List<Series> series, @Nullable String next) {}
