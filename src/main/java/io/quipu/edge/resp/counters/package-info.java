/** Commands on counters: strings and hashes of Redis. */
@NullMarked
package io.quipu.edge.resp.counters;

import org.jspecify.annotations.NullMarked;
