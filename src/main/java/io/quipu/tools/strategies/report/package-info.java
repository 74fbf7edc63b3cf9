/** The results as a table and as a page. */
@NullMarked
package io.quipu.tools.strategies.report;

import org.jspecify.annotations.NullMarked;
