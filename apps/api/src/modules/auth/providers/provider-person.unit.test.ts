import { describe, expect, it } from 'vitest'
import { emailOf } from './provider-person.ts'

const GOOGLE = 'https://accounts.google.com'
const OTHER = 'https://login.hospital.test'
const isTaken = (issuer: string, domains: string[], email: string, more: object = {}) =>
  emailOf({ issuer, domains, trustsEmails: false }, { email, email_verified: true, ...more }).value !==
  undefined

describe('the email of a person', () => {
  it.each<[boolean, string, string[], string, object]>([
    [true, OTHER, [], 'a@any.test', {}],
    [true, OTHER, ['hospital.test'], 'a@Hospital.TEST', {}],
    [false, OTHER, ['hospital.test'], 'a@other.test', {}],
    [false, OTHER, ['hospital.test'], 'a@sub.hospital.test', {}],
    [false, OTHER, ['hospital.test'], 'a@hospital.test.other.test', {}],
    [true, GOOGLE, [], 'a@gmail.test', {}],
    [true, GOOGLE, ['hospital.test'], 'a@hospital.test', { hd: 'hospital.test' }],
    [false, GOOGLE, ['hospital.test'], 'a@hospital.test', {}],
    [false, GOOGLE, ['hospital.test'], 'a@hospital.test', { hd: 'other.test' }],
    [false, GOOGLE, ['hospital.test'], 'a@hospital.test', { hd: ['hospital.test'] }],
    [false, GOOGLE, ['hospital.test'], 'a@other.test', { hd: 'hospital.test' }],
    [false, OTHER, ['hospital.test'], 'a@hospital.test', { hd: 'other.test' }],
    [false, OTHER, ['hospital.test'], 'a@hospital.test', { hd: null }],
  ])(
    'counts (%s) at %s with the domains %j, for %s with %j [OIDC-70]',
    (taken, issuer, domains, email, more) => {
      expect(isTaken(issuer, domains, email, more)).toBe(taken)
    },
  )
})
