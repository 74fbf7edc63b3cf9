/** Shows the results of a comparison as a table and as an HTML file. */
@NullMarked
package io.quipu.lab.strategies.report;

import org.jspecify.annotations.NullMarked;
