/** Tables, and how spreadsheets read them. */
package io.quipu.ops.csv;
