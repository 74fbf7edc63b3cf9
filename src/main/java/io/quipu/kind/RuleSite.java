package io.quipu.kind;

import io.quipu.page.Layout;
import io.quipu.time.Clock;

/** Where rows are settled or read: a context, which is also the calling one. */
public record RuleSite(Layout layout, Clock clock) {}
