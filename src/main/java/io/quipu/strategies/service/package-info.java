/** The kinds of Quipu as ways to count, through the HTTP API of real instances. */
@NullMarked
package io.quipu.strategies.service;

import org.jspecify.annotations.NullMarked;
