import type { SKRSContext2D } from '@napi-rs/canvas'
import { findCanvasLibrary } from '../src/modules/inspection/canvas-library.ts'
import type { Dice } from './demo-people.ts'

const paperOf = (width: number, height: number, color: string) => {
  const library = findCanvasLibrary()
  if (!library) throw new Error('The pictures of the demo cannot be drawn on this platform')
  const canvas = library.createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  return { canvas, context }
}

const dot = (context: SKRSContext2D, x: number, y: number, radius: number, color: string) => {
  context.fillStyle = color
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

export const smearPhoto = (dice: Dice): Buffer => {
  const { canvas, context } = paperOf(800, 600, 'rgb(246 232 222)')
  const at = (length: number) => Math.floor(dice.roll() * length)
  for (let cell = 0; cell < 220; cell++) {
    const [x, y] = [at(800), at(600)]
    dot(context, x, y, 17, 'rgb(222 128 122)')
    dot(context, x, y, 7, 'rgb(238 178 168)')
  }
  for (let cell = 0; cell < 6; cell++) {
    const [x, y] = [at(800), at(600)]
    dot(context, x, y, 30, 'rgb(206 186 224)')
    dot(context, x, y, 17, 'rgb(98 58 142)')
  }
  return canvas.toBuffer('image/jpeg', 82)
}

export const letterScan = (dice: Dice): Buffer => {
  const { canvas, context } = paperOf(620, 877, 'rgb(250 248 240)')
  context.fillStyle = 'rgb(52 84 92)'
  context.fillRect(60, 60, 180, 22)
  context.fillStyle = 'rgb(120 122 126)'
  for (let line = 0; line < 26; line++)
    context.fillRect(60, 130 + line * 26, 260 + Math.floor(dice.roll() * 240), 6)
  dot(context, 480, 800, 34, 'rgb(176 196 214)')
  return canvas.toBuffer('image/png')
}
