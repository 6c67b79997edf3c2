// The server's REST API, as far as an editor needs it. Refusals become messages that a user can read.

class Refused extends Error {}

class Server {
  constructor(address, token) {
    this.address = address.replace(/\/+$/, '');
    this.token = token;
  }

  async ask(method, path, body) {
    let answer;
    try {
      answer = await fetch(`${this.address}/api/v1/${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, application/problem+json',
            ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      throw new Refused(`The server at ${this.address} does not answer.\nMaybe start it, or name another: setting caravan.server.`);
    }
    if (answer.status === 401 || answer.status === 403) {
      throw new Refused("The server refused the token.\nMaybe enter it again: Caravan: Enter the server's token.");
    }
    const document = await answer.json().catch(() => {
      throw new Refused(`The answer of ${this.address} (HTTP ${answer.status}) is not JSON.\n`
        + `Maybe another program listens there: setting caravan.server.`);
    });
    if (!answer.ok) throw new Refused(refusal(document));
    return document;
  }

  /** @param files text by name */
  validate(files) {
    return this.ask('POST', 'models/validation', { files });
  }

  /** Stores what is accepted, and returns the names of its applications. */
  async handOver(files) {
    const verdict = await this.validate(files);
    if (!verdict.accepted) throw new Refused(diagnostics(verdict.diagnostics));
    if (verdict.infrastructures.length > 0) await this.ask('PUT', 'infrastructure', { files });
    for (const application of verdict.applications) await this.ask('PUT', `applications/${encodeURIComponent(application)}/model`,
        { files });
    return verdict.applications;
  }

  plan(application) {
    return this.ask('POST', `applications/${encodeURIComponent(application)}/plans`, {});
  }

  async approve(application, plan) {
    return (await this.ask('POST', `applications/${encodeURIComponent(application)}/plans/${plan}/approval`, {})).deploymentId;
  }

  /** Polls until it has ended; calls report(done, all) after each poll. */
  async follow(application, id, report, pauseMs = 500) {
    for (;;) {
      const deployment = await this.ask('GET', `applications/${encodeURIComponent(application)}/deployments/${id}`);
      const steps = deployment.steps ?? [];
      report(steps.filter(step => ['DONE', 'SKIPPED', 'UNDONE', 'FAILED'].includes(step.state)).length, steps.length);
      if (!['RUNNING', 'UNDOING'].includes(deployment.state)) return deployment;
      await new Promise(over => setTimeout(over, pauseMs));
    }
  }
}

function refusal(problem) {
  if (problem.diagnostics?.length > 0) return diagnostics(problem.diagnostics);
  return (problem.detail ?? problem.title ?? 'The server refused.') + (problem.suggestion ? `\nMaybe ${problem.suggestion}` : '');
}

function diagnostics(found) {
  const lines = found.map(one => `${one.file ? `${one.file}:${one.line}:${one.column}: ` : ''}${String(one.severity).toLowerCase()}: `
    + `${one.message} [${one.code}]`
    + (one.suggestion ? `\n    Maybe ${one.suggestion}` : ''));
  // An infrastructure that is sent and in force says all twice.
  return [...new Set(lines)].join('\n');
}

/** What the command line shows of a plan. */
function planText(plan) {
  if (plan.outcome !== 'PLANNED') return ['No placement keeps every obligation:',
      ...(plan.reasons ?? []).map(reason => `  ${reason}`)].join('\n');
  if (!plan.changes) return `${plan.reportText}\nNothing to do: the running state matches this plan.`;
  return [plan.reportText, `Changes of plan ${plan.id.slice(0, 12)} (generation ${plan.generation})`, plan.diffText, 'Steps',
    ...plan.stepsText.split('\n').filter(Boolean).map(step => `  ${step}`)].join('\n');
}

/** Profiles and scripts that a model names; what leads out of its folder is not read. */
function namedBeside(text) {
  const found = [...text.matchAll(/\b(?:from\s+profile\s+"([^"\n\\:]+\.json)|(?:install|start|stop)\s+"([^"\n\\:]+\.sh))"/g)]
    .map(match => match[1] ?? match[2]);
  return found.filter(path => !path.startsWith('/') && !`/${path}`.includes('/../'));
}

module.exports = { Server, Refused, diagnostics, namedBeside, planText };
