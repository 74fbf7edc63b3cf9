/** Pages, badges, and what problems mean. */
@NullMarked
package io.quipu.edge.http.pages;

import org.jspecify.annotations.NullMarked;
