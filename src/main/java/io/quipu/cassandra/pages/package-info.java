/** The pages: their headers, the states of their counters, and the ids that are settled. */
@NullMarked
package io.quipu.cassandra.pages;

import org.jspecify.annotations.NullMarked;
