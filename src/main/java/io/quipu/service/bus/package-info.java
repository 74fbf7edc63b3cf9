/** Typed addresses on the event bus, and the one local codec that carries records as they are. */
@NullMarked
package io.quipu.service.bus;

import org.jspecify.annotations.NullMarked;
