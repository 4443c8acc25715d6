import { LANGUAGES, type Language } from '@zelab/contract'
import type { FastifyRequest } from 'fastify'

/** One field of a form, query or address; a repeated or nested one is empty. */
export const fieldOf = (fields: unknown, name: string): string => {
  const value: unknown =
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value.slice(0, 100) : ''
}

/** The language that the visitor chose on the page. */
export const chosenLanguageOf = (request: FastifyRequest): Language | undefined => {
  const chosen = fieldOf(request.query, 'lang')
  return LANGUAGES.find((language) => language === chosen)
}

export const browserLanguageOf = (request: FastifyRequest): Language =>
  /^ar\b/i.test(request.headers['accept-language'] ?? '') ? 'ar' : 'en'
