/** The kinds of Quipu as ways to count, through the HTTP API of real instances. */
@NullMarked
package io.quipu.lab.strategies.service;

import org.jspecify.annotations.NullMarked;
