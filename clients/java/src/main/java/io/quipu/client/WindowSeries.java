package io.quipu.client;

import java.util.List;
import java.util.Map;

/**
 * The windows of one series of a counter.
 *
 * @param labels the value of each label of the breakdown; empty where events did not have it
 * @param windows oldest first
 */
public record WindowSeries(Map<String, String> labels, List<Window> windows) {}
