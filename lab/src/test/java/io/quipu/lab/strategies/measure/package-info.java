/** The trouble that is injected while ways to count are compared. */
package io.quipu.lab.strategies.measure;
