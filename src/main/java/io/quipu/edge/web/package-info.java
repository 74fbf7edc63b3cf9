/**
 * What knows HTTP and no counter: routes, bodies, media types, percent-decoding, JSON, responses
 * and problems.
 */
@NullMarked
package io.quipu.edge.web;

import org.jspecify.annotations.NullMarked;
