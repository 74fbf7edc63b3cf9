/** The application service, which every way in calls. */
@NullMarked
package io.quipu.service;

import org.jspecify.annotations.NullMarked;
