/** The table and the page of a comparison. */
package io.quipu.tools.strategies.report;
