import { LANGUAGES, type Language } from '@zelab/contract'
import type { FastifyRequest } from 'fastify'

export const fieldOf = (fields: unknown, name: string): string => {
  const value: unknown =
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value.slice(0, 100) : ''
}

export const chosenLanguageOf = (request: FastifyRequest): Language | undefined => {
  const chosen = fieldOf(request.query, 'lang')
  return LANGUAGES.find((language) => language === chosen)
}

export const browserLanguageOf = (request: FastifyRequest): Language =>
  /^ar\b/i.test(request.headers['accept-language'] ?? '') ? 'ar' : 'en'
