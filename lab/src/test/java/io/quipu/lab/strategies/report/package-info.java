/** The table and the page of a comparison. */
package io.quipu.lab.strategies.report;
