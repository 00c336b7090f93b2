// Holds a session through the Controller of @sabaki/gtp:
// node sabaki.js PROGRAM FILE-OF-COMMANDS ARGUMENT...
// Prints what was said and answered. An analysis is ended by the next command, as Sabaki does.
const {readFileSync} = require('fs')
const {Controller, Command} = require('@sabaki/gtp')

const [program, file, ...args] = process.argv.slice(2)
const commands = readFileSync(file, 'utf8').split('\n').filter(line => line !== '')
const controller = new Controller(program, args)
const sessions = []

const main = async () => {
  controller.start()
  const answers = []
  for (const line of commands) {
    const lines = []
    let told
    const firstNews = new Promise(resolve => (told = resolve))
    const answer = controller.sendCommand(Command.fromString(line), ({line}) => {
      if (line !== '') lines.push(line)
      if (line.startsWith('info ')) told()
    })
    sessions.push([line, lines])
    if (/^\w+-analyze/.test(line) && !line.startsWith('solveig-')) await firstNews
    else await answer
    answers.push(answer)
  }
  await Promise.all(answers)
  await controller.stop()
  for (const [line, lines] of sessions) {
    console.log('> ' + line)
    for (const answer of lines) {
      console.log('< ' + answer.replace(/\b(visits|nodes) \d+/g, '$1 N'))
    }
  }
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
