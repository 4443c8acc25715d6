import { expect, it } from 'vitest'
import { createAddressCheck } from './public-addresses.ts'

it.each([
  ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe', '::127.0.0.1'],
  ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '100::1'],
  ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:7f00:1::', '2002:a00:1::5'],
  ...['2001::1', '2001:db8::1', '3fff::1', '5f00::1', '', 'localhost', '127.1'],
])('refuses %j [API-OUT-40]', (address) => {
  expect(createAddressCheck([])(address)).toBe(false)
})

it.each([
  ...['1.1.1.1', '8.8.8.8', '100.63.0.1', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.169.0.1'],
  ...['2606:4700::1111', '2a00:1450:4001::1', '64:ff9b::808:808', '::ffff:8.8.8.8', '2002:808:808::1'],
])('opens the public address %s [API-OUT-40]', (address) => {
  expect(createAddressCheck([])(address)).toBe(true)
})

it.each([
  ['10.20.1.1', ['10.20.0.0/16'], true],
  ['10.21.1.1', ['10.20.0.0/16'], false],
  ['::ffff:a14:101', ['10.20.0.0/16'], true],
  ['fd00::5', ['192.168.1.5', 'fd00::/8'], true],
  ['::1', ['127.0.0.0/8'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
])('%s with the allowed networks %j: %s [API-OUT-40]', (address, networks, isOpened) => {
  expect(createAddressCheck(networks)(address)).toBe(isOpened)
})
