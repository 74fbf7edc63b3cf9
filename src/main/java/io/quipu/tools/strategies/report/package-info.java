/** Shows the results of a comparison as a table and as an HTML file. */
@NullMarked
package io.quipu.tools.strategies.report;

import org.jspecify.annotations.NullMarked;
