package io.quipu.engine.kind;

import io.quipu.engine.model.Layout;
import io.quipu.engine.time.Clock;

/** The place of a rule: a context that settles or reads rows, which is also the calling one. */
public record RuleSite(Layout layout, Clock clock) {}
