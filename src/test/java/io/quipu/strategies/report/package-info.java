/** The table and the page of a comparison. */
package io.quipu.strategies.report;
