import { expect, it } from 'vitest'
import { isAddressAmong, isAddressOrNetwork } from './address-list.ts'

it.each([
  ['10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.4', ['10.1.2.3'], false],
  ['10.1.2.3', ['192.0.2.1', '10.1.2.0/24'], true],
  ['10.1.3.3', ['10.1.2.0/24'], false],
  ['::ffff:10.1.2.3', ['10.1.2.0/24'], true],
  ['10.1.2.3', ['::ffff:10.1.2.3'], true],
  ['10.1.2.3', ['::ffff:10.1.2.0/120'], true],
  ['10.1.3.3', ['::ffff:10.1.2.0/120'], false],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['2001:0db8:0:0:0:0:0:5', ['2001:db8::5'], true],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['10.1.2.3', ['0.0.0.0/0'], true],
  ['2001:db8::5', ['0.0.0.0/0'], false],
  ['10.1.2.3', [], false],
  ['10.1.2.3', ['localhost', '10.1.2.3/33', '10.1.2.3/'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
  ['', ['0.0.0.0/0'], false],
])('compares the address %s with %j: %s [INBOX-62]', (peer, entries, isAmong) => {
  expect(isAddressAmong(peer, entries)).toBe(isAmong)
})

it.each([
  '10.1.2',
  '10.1.2.3/33',
  '10.1.2.3/-1',
  '10.1.2.3/1/2',
  '2001:db8::/129',
  'host',
  '',
  '::ffff:10.0.0.0/95',
])('%j is no address or network [INBOX-62]', (text) => expect(isAddressOrNetwork(text)).toBe(false))
