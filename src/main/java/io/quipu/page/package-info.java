/** Pages: fixed shares of all counters, each settled as one, and what belongs to them. */
@NullMarked
package io.quipu.page;

import org.jspecify.annotations.NullMarked;
