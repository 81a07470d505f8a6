/* SPDX-License-Identifier: MIT
 * Tests that logistic regression on images finds the same minimum as gradient descent in double,
 * with the same weights, penalty and answers. */
#include "simple_baseline_trial.h"
#include "base/rng.h"
#include "models/tasks/tasks.h"

/* The training records fill two blocks and part of a third. */
enum {
    TRAINED = 300,
    VALID = 60,
    PIXELS = 4,
    KINDS = 3,
    WIDTH = 2,
    WEIGHTS = (PIXELS + 1) * KINDS
};
static const char *const kind_names[] = {"a", "b", "c"};

/* Each class has one brighter pixel. The difference in brightness is smaller than the noise. */
static unsigned char pixels[2][TRAINED][PIXELS];
static struct record records[2][TRAINED];

static struct hand *noisy(void)
{
    static const int counts[] = {TRAINED, VALID};
    struct hand *h = hand_open(DATA_IMAGES, "accuracy");
    h->data.classes = KINDS;
    h->data.class_names = kind_names;
    h->data.width = h->data.height = WIDTH;
    h->data.channels = 1;
    for (int s = 0; s < 2; s++) {
        for (int r = 0; r < counts[s]; r++) {
            int label = draw(1, "label", s * TRAINED + r, KINDS);
            for (int i = 0; i < PIXELS; i++) {
                int at = (s * TRAINED + r) * PIXELS + i;
                pixels[s][r][i] =
                    (unsigned char)(60 + draw(1, "noise", at, 150) + 40 * (i == label));
            }
            records[s][r] = (struct record){.pixels = pixels[s][r], .label = label};
        }
        h->data.records[s] = records[s];
        h->data.count[s] = counts[s];
    }
    return h;
}

/* ---- the same by plain steps ---- */

struct sample {
    double x[TRAINED][PIXELS];
    int label[TRAINED], count;
};

static void collect(void *to, const struct batch *b)
{
    struct sample *s = to;
    for (int row = 0; row < b->batch; row++, s->count++) {
        s->label[s->count] = b->targets[row];
        for (int i = 0; i < PIXELS; i++) s->x[s->count][i] = (double)b->patches[row * PIXELS + i];
    }
}

/* Returns the loss -log p of one record. If `errors` is not NULL, also writes the error of each
 * class. */
static double loss_of_record(const double *w, const double *x, int label, double *errors)
{
    double score[KINDS], sum = 0;
    for (int c = 0; c < KINDS; c++) {
        score[c] = w[PIXELS * KINDS + c];
        for (int i = 0; i < PIXELS; i++) score[c] += x[i] * w[i * KINDS + c];
        sum += exp(score[c]);
    }
    for (int c = 0; c < KINDS && errors; c++) errors[c] = exp(score[c]) / sum - (c == label);
    return log(sum) - score[label];
}

static double mean_loss(const double *w, const struct sample *s, int first, int end)
{
    double sum = 0;
    for (int r = first; r < end; r++) sum += loss_of_record(w, s->x[r], s->label[r], NULL);
    return sum / (end - first);
}

/* Runs gradient descent from w. A step size of 0.25 converges because the curvature is below 8. */
static void descend(double *w, const struct sample *s, int count, double penalty)
{
    double largest = 1;
    for (int step = 0; step < 100000 && largest > 1e-9; step++) {
        double gradient[WEIGHTS] = {0}, errors[KINDS];
        for (int r = 0; r < count; r++) {
            loss_of_record(w, s->x[r], s->label[r], errors);
            for (int i = 0; i < PIXELS + 1; i++)
                for (int c = 0; c < KINDS; c++)
                    gradient[i * KINDS + c] += (i < PIXELS ? s->x[r][i] : 1) * errors[c] / count;
        }
        largest = 0;
        for (int i = 0; i < WEIGHTS; i++) {
            gradient[i] += i < PIXELS * KINDS ? penalty * w[i] : 0;
            largest = fmax(largest, fabs(gradient[i]));
            w[i] -= 0.25 * gradient[i];
        }
    }
    assert_true(largest <= 1e-9);
}

/* Moves the randomly chosen held-out tenth of the records to the end. */
static void put_last(const struct sample *s, struct sample *to)
{
    int order[TRAINED];
    rng_permutation(1, rng_stream("logistic.held_out"), TRAINED, order);
    to->count = TRAINED;
    for (int i = 0; i < TRAINED; i++) {
        memcpy(to->x[TRAINED - 1 - i], s->x[order[i]], sizeof *s->x);
        to->label[TRAINED - 1 - i] = s->label[order[i]];
    }
}

/* Lowers the penalty until the loss on the held-out tenth stops falling. Returns the last penalty
 * that reduced the loss. */
static double choose_penalty(const struct sample *given)
{
    static struct sample sample;
    const struct sample *s = &sample;
    double w[WEIGHTS] = {0}, least = HUGE_VAL, penalty = 1;
    int fitted = TRAINED - TRAINED / 10;
    put_last(given, &sample);
    for (double p = 1; p > 0.0005; p /= 10) {
        descend(w, s, fitted, p);
        double loss = mean_loss(w, s, fitted, s->count);
        if (!(loss < least)) break;
        least = loss, penalty = p;
    }
    return penalty;
}

static double best_valid_loss(const struct sample *s, const struct sample *valid, double penalty)
{
    double w[WEIGHTS] = {0};
    descend(w, s, s->count, penalty);
    return mean_loss(w, valid, 0, valid->count);
}

/* The fit stops when gradients are below 1e-4, so the loss has an error of about 1e-4. */
static const double allowed = 5e-4;

/* Fills *valid with validation pixels, normalised with the mean and standard deviation of the
 * training pixels. */
static void normalised_valid(struct sample *valid)
{
    double mean = 0, square = 0, count = TRAINED * PIXELS;
    for (int i = 0; i < TRAINED * PIXELS; i++) {
        double value = pixels[0][i / PIXELS][i % PIXELS];
        mean += value / count;
        square += value * value / count;
    }
    for (; valid->count < VALID; valid->count++) {
        valid->label[valid->count] = records[1][valid->count].label;
        for (int i = 0; i < PIXELS; i++)
            valid->x[valid->count][i] =
                (pixels[1][valid->count][i] - mean) / sqrt(square - mean * mean);
    }
}

TEST("the fit on images reaches the minimum of the loss")
{
    static struct sample trained, valid;
    struct hand *h = noisy();
    struct task_options o = options("chars", 1, 16);
    struct task *t = hand_task(h, &task_images, &o);
    task_images.walk(t, ALL, collect, &trained);
    assert_int_equal(trained.count, TRAINED);
    normalised_valid(&valid);
    double penalty = choose_penalty(&trained);
    double want = best_valid_loss(&trained, &valid, penalty);
    struct simple_baseline_result r = measured(h, &task_images, &simple_baseline_logistic, &o, ALL);
    double got = metric_of(&r.score[SPLIT_VALID], "loss");
    if (!(fabs(got - want) <= allowed)) fail_msg("loss %.9g (expected %.9g)", got, want);
    /* The chosen penalty lies inside the search range. A penalty ten times as large changes the
     * loss. */
    assert_true(penalty < 1 && penalty > 0.001);
    assert_true(fabs(best_valid_loss(&trained, &valid, penalty * 10) - want) > 4 * allowed);
}

/* Returns the loss after training. If `times` is 1, the records are sorted by class; otherwise they
 * are mixed. */
static double loss_in_order(int times)
{
    struct hand *h = noisy();
    struct task_options o = options("chars", 1, 16);
    for (int r = 0; r < TRAINED; r++) {
        int number = r * times % TRAINED, label = number < 135 ? 0 : number < 270 ? 1 : 2;
        for (int i = 0; i < PIXELS; i++) {
            int noise = draw(1, "noise", (label * 10 + number % 10) * PIXELS + i, 150);
            pixels[0][r][i] = (unsigned char)(60 + noise + 40 * (i == label));
        }
        records[0][r].label = label;
    }
    struct simple_baseline_result r = measured(h, &task_images, &simple_baseline_logistic, &o, ALL);
    return metric_of(&r.score[SPLIT_VALID], "loss");
}

TEST("the order of records does not change the fit")
{
    double sorted = loss_in_order(1), mixed = loss_in_order(7);
    if (!(fabs(sorted - mixed) <= allowed)) fail_msg("loss %.9g sorted, %.9g mixed", sorted, mixed);
}
