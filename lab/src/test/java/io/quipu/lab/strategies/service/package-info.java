/** The instances of the service that a comparison starts. */
package io.quipu.lab.strategies.service;
