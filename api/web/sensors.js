// SPDX-License-Identifier: Apache-2.0

// The sensors that the set-up offers, each with its name and its source in the
// configuration.

import { t } from './words.js';

export const lights = () => [
  ['BH1750', 'bh1750'],
  ['JSA1127', 'jsa1127'],
  [t('setup.iio'), 'iio'],
  [t('setup.ldr'), 'ads1115'],
];

export const airs = () => [
  ['BME280, BMP280', 'bme280'],
  ['SHT30, SHT31, SHT35', 'sht3x'],
  ['SCD40, SCD41 (CO₂)', 'scd4x'],
  [t('setup.iio-air'), 'iio'],
];
