#include "discreet/fit/options.hpp"

namespace discreet {
namespace {

constexpr std::string_view kProblem = "Problem", kData = "Data", kPrivacy = "Privacy", kLedger = "Ledger",
                           kSolver = "Solver";

const OptionRow kTable[] = {
    {"loss", "NAME",
     "squared (1/2 (z-y)^2), huber:DELTA (squared within DELTA of the label, linear beyond) for numbers; logistic, "
     "squared-hinge (1/2 max(0,1-yz)^2), hinge (max(0,1-yz); dual and dual-sequential only) for two classes; poisson "
     "or poisson:B for counts (mean exp(z), for z above B, "
     "which is 3 unless said otherwise, along the tangent)",
     kProblem, &Options::loss},
    {"penalty", "NAME",
     "none, l1:A, l2:A (A/2 w^2), elastic-net:A,RATIO, box:LO,HI, nonnegative or l1-box:A,LO,HI; A may be written "
     "NUMBER/n",
     kProblem, &Options::penalty},
    {"penalty-weights", "FILE",
     "multiply the penalty of each feature by a public number: a table feature,weight; 1 where it has no line, and "
     "weight 0 also frees a feature from a box",
     kProblem, &Options::penalty_weights},
    {"unpenalised", "COLUMN[,COLUMN...]", "features of weight 0: no penalty and no box; repeatable", kProblem,
     &Options::unpenalised},
    {"intercept", "", "fit an intercept, never penalised (the default); --no-intercept leaves it out", kProblem,
     &Options::intercept},

    {"target", "COLUMN", "the column to predict; the last one unless said otherwise", kData, &Options::target},
    {"positive", "VALUE",
     "the label that counts as positive: 0 or 1 where no labels are declared, either name with --classes from-data",
     kData, &Options::positive},
    {"classes", "NEGATIVE,POSITIVE",
     "declare the two labels of a classification, which otherwise are 0 and 1 (-1 counts as 0); from-data, for "
     "research, reads their names off the rows; stamped",
     kData, &Options::classes},
    {"categorical", "COLUMN=a,b,c",
     "declare a column of words and its public categories, others count as none of them; repeatable", kData,
     &Options::categorical},
    {"bound", "COLUMN=LO,HI",
     "declare public bounds of a column, which saves budget; values are moved into them; repeatable", kData,
     &Options::bound},
    {"bounds", "FILE", "declare bounds in a table with the columns column,lower,upper", kData, &Options::bounds},
    {"drop", "COLUMN", "leave a column out; repeatable", kData, &Options::drop},
    {"features", "N",
     "declare how many features there are; a sparse file without it is stamped, for the largest index is some row's",
     kData, &Options::features},
    {"labels", "FILE", "the labels of a .npy file, in another one", kData, &Options::labels},
    {"standardise", "SOURCE",
     "none, or from-data for research: exact means and deviations, also the target's mean; stamped as not accounted",
     kData, &Options::standardise},
    {"row-norm", "R", "shrink every row that is longer than R to that length, as the publications of dual do with 1",
     kData, &Options::row_norm},
    {"precision", "NAME", "float64 or float32: how the data is held", kData, &Options::precision},

    {"epsilon", "E",
     "the privacy budget; required. 1 is a common choice, inf runs the same code without noise and stamps the model",
     kPrivacy, &Options::epsilon},
    {"delta", "D", "the probability left to chance; the lesser of 1e-5 and 1/n^2 unless said otherwise", kPrivacy,
     &Options::delta},
    {"neighbours", "NAME",
     "what is hidden: replace-one (a row's values), zero-out (its contribution) or add-remove (its presence; needs "
     "--normaliser)",
     kPrivacy, &Options::neighbours},
    {"normaliser", "N", "a public number that sums are divided by instead of the number of rows; for add-remove",
     kPrivacy, &Options::normaliser},
    {"accounting", "NAME",
     "tight: the least that can be proved; rdp, zcdp or paper (the closed forms of the publications) to compare",
     kPrivacy, &Options::accounting},
    {"recipe", "NAME",
     "sound, or paper: as published, step by step; the label shows what it really costs beside what "
     "the "
     "publication claims",
     kPrivacy, &Options::recipe, "cd, greedy, dual"},
    {"noise", "SOURCE", "secure, or seeded:N for experiments, which stamps the model as not private", kPrivacy,
     &Options::noise},
    {"strict", "", "refuse anything that would leave the model without a privacy guarantee", kPrivacy,
     &Options::strict},

    {"ledger", "FILE", "spend from the budget of a dataset in this ledger, before the data is touched", kLedger,
     &Options::ledger},
    {"dataset", "NAME", "the dataset's name in the ledger", kLedger, &Options::dataset},
    {"other-data", "",
     "charge the dataset although the table's public facts are not those that ledger create --data noted; the history "
     "records it",
     kLedger, &Options::other_data},

    {"solver", "NAME",
     "auto (chosen by public facts, with its reason in the model), bayes (a posterior that weighs slopes by their "
     "noise), newton (full steps in a bought metric), cd (private "
     "coordinate descent), block (several coordinates at once), greedy (few of many features, chosen privately), sgd "
     "(random batches of rows), svrg (the same, about snapshots), dual (the rows' dual variables, for --penalty l2:A), "
     "dual-sequential and dual-primal (its published variants), moments (one noisy matrix; squared loss), output or "
     "objective (noise on the minimum or on what is minimised), frank-wolfe (weights within --radius, corner by "
     "corner) or exact (the non-private optimum)",
     kSolver, &Options::solver},
    {"passes", "N",
     "how often each coordinate is visited; steps for greedy and frank-wolfe; auto chooses; theory or theory:R (cd) "
     "takes what makes "
     "the "
     "proved bound least for a start at most R from the optimum",
     kSolver, &Options::passes,
     "cd, block, greedy, sgd, svrg, dual, dual-sequential, dual-primal, newton, frank-wolfe"},
    {"step", "S", "step length in units of 1/smoothness; auto chooses", kSolver, &Options::step,
     "cd, block, greedy, sgd, svrg, dual, newton"},
    {"clip", "C", "clipping threshold; auto buys it inside the budget", kSolver, &Options::clip,
     "cd, block, greedy, sgd, svrg, dual, dual-sequential, dual-primal, moments, newton, output, objective, "
     "frank-wolfe"},
    {"clip-rule", "NAME",
     "ball (a row's whole scaled slope vector; a pass costs one release), smoothness or uniform (each slope by itself, "
     "as published)",
     kSolver, &Options::clip_rule, "cd, block, greedy, sgd, dual, dual-sequential, frank-wolfe"},
    {"smoothness", "SOURCE",
     "private (bought inside the budget), public:FILE (declared: a table feature,smoothness[,centre]) or from-data "
     "(research: stamped as not accounted)",
     kSolver, &Options::smoothness,
     "cd, block, greedy, sgd, svrg, dual, dual-sequential, dual-primal, moments, newton, output, objective, "
     "frank-wolfe"},
    {"rule", "NAME", "what it chooses by: gs-s (the slope), gs-r (the length of a step) or gs-q (what a step gains)",
     kSolver, &Options::rule, "greedy"},
    {"order", "NAME",
     "cyclic (what auto takes), shuffled (afresh for each pass), uniform, importance (the steeper the more often) or "
     "weighted:FILE (declared: a table feature,weight)",
     kSolver, &Options::order, "cd, block, dual-primal"},
    {"order-seed", "N", "seed of the public coordinate order", kSolver, &Options::order_seed,
     "cd, block, dual, dual-sequential, dual-primal"},
    {"average", "NAME", "none (the last iterate), tail:FRACTION or periodic:T", kSolver, &Options::average,
     "cd, block, greedy, sgd, dual, dual-sequential, dual-primal"},
    {"start", "MODEL",
     "start from the weights of a model file; one that is not private needs --start-is-public; features go by their "
     "names",
     kSolver, &Options::start, "cd, block, greedy, sgd, svrg, newton, frank-wolfe, exact"},
    {"start-is-public", "", "declare that the model of --start was made without the rows of this fit, or is published",
     kSolver, &Options::start_is_public},
    {"budget-weights", "NAME",
     "where slopes are clipped one by one: uniform, smoothness (the best for declared constants) or FILE (declared: "
     "a "
     "table feature,weight): how much of the budget the slopes of each coordinate get",
     kSolver, &Options::budget_weights, "cd"},
    {"block", "NAME",
     "full (all coordinates at once), size:K (runs of K columns, visited in --order), nice:K "
     "(any "
     "K), partition:FILE (declared: a table feature,block) or importance (one at a time, by smoothness)",
     kSolver, &Options::block, "block, dual-primal"},
    {"momentum", "NAME", "auto, none, nesterov or nesterov:MOST, with --block full; costs no budget", kSolver,
     &Options::momentum, "block, sgd"},
    {"sketch", "NAME", "plain, or unbiased (steps in inverse proportion to how often a coordinate is drawn)", kSolver,
     &Options::sketch, "block"},
    {"schedule", "NAME", "constant, or growing:RATIO (the last steps get RATIO times the budget of the first)", kSolver,
     &Options::schedule, "block"},
    {"batch", "B", "how many rows a batch has on average; auto chooses", kSolver, &Options::batch,
     "sgd, svrg, dual, dual-sequential"},
    {"sampling", "NAME", "poisson (every row joins a batch by itself) or fixed (batches of one size, for replace-one)",
     kSolver, &Options::sampling, "sgd, svrg"},
    {"step-schedule", "NAME", "auto, constant or decreasing (to zero, in a straight line)", kSolver,
     &Options::step_schedule, "sgd"},
    {"metric", "NAME", "full (the bought matrix of products of columns) or diagonal (its largest eigenvalue for all)",
     kSolver, &Options::metric, "newton"},
    {"ridge", "R",
     "what moments adds to the diagonal, in units of the noise's largest eigenvalue; elsewhere the strength of a ridge "
     "in units in which every column is as large as one; auto chooses",
     kSolver, &Options::ridge, "moments, output, objective"},
    {"path", "N[:RATIO]",
     "also N models along the path of penalty strengths, from the one that leaves all weights zero down "
     "to "
     "RATIO (0.001) of it, out of the same release",
     kSolver, &Options::path, "moments"},
    {"radius", "R",
     "the sizes of all weights add up to at most R; scaled:R for weights times the spreads of their "
     "columns, as bought or declared",
     kSolver, &Options::radius, "frank-wolfe"},
    {"shard", "rows",
     "what is spread over the processes of mpirun: rows, the only choice; a model has the same bytes however many "
     "there "
     "are",
     kSolver, &Options::shard},
    {"threads", "N", "all or a number; changes the time and not one bit of the result", kSolver, &Options::threads},
};

}  // namespace

std::span<const OptionRow> option_table() { return kTable; }

std::string help_of(const OptionRow& row) {
  std::string text(row.help);
  return row.solvers.empty() ? text : text.append("; for ").append(row.solvers);
}

std::vector<const OptionRow*> unused_by(std::string_view solver, const Options& options) {
  const Options usual;
  const std::string wanted = ", " + std::string(solver) + ",";
  std::vector<const OptionRow*> unused;
  for (const OptionRow& row : kTable) {
    const auto* text = std::get_if<std::string Options::*>(&row.field);
    if (!text || row.solvers.empty() || options.**text == usual.**text) continue;
    if ((", " + std::string(row.solvers) + ",").find(wanted) == std::string::npos) unused.push_back(&row);
  }
  return unused;
}

std::vector<std::string> as_arguments(const Options& options) {
  const Options usual;
  std::vector<std::string> arguments;
  for (const OptionRow& row : kTable) {
    const std::string name(row.name);
    if (name == "threads" || name == "shard") continue;  // they change the time alone
    if (name == "ledger" && !options.ledger.empty()) {
      // The file by its name: where it lies is nobody's business who reads the model.
      arguments.insert(arguments.end(), {"--ledger", options.ledger.substr(options.ledger.find_last_of('/') + 1)});
      continue;
    }
    if (const auto* text = std::get_if<std::string Options::*>(&row.field)) {
      if (options.**text != usual.**text) arguments.insert(arguments.end(), {"--" + name, options.**text});
    } else if (const auto* several = std::get_if<std::vector<std::string> Options::*>(&row.field)) {
      for (const std::string& value : options.**several) arguments.insert(arguments.end(), {"--" + name, value});
    } else {
      const auto flag = std::get<bool Options::*>(row.field);
      if (options.*flag != usual.*flag) arguments.push_back((options.*flag ? "--" : "--no-") + name);
    }
  }
  return arguments;
}

}  // namespace discreet
