/** Counters of Redis: strings that hold integers, and fields of hashes. */
@NullMarked
package io.quipu.cli.source.redis;

import org.jspecify.annotations.NullMarked;
