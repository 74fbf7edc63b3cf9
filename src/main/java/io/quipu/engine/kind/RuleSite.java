package io.quipu.engine.kind;

import io.quipu.engine.model.Layout;
import io.quipu.engine.time.Clock;

/** Where rows are settled or read: a context, which is also the calling one. */
public record RuleSite(Layout layout, Clock clock) {}
